"""The API's own documentation in a browser: every route can be tried as it is shown."""

from tests.page.conftest import Service


def test_every_route_is_tried_and_answers(usual_visitor, service: Service) -> None:
    page = usual_visitor.new_page()
    page.goto(f"{service.url}docs")
    page.wait_for_selector(".opblock")
    routes = page.locator(".opblock")
    assert routes.count() >= 14
    for number in range(routes.count()):
        route = routes.nth(number)
        name = route.locator(".opblock-summary").inner_text()
        route.locator(".opblock-summary-control").click()
        route.get_by_role("button", name="Try it out").click()
        route.get_by_role("button", name="Execute").click()
        status = route.locator(".live-responses-table tbody .response-col_status").first
        assert (name, status.inner_text().split()[0]) == (name, "200")
        route.locator(".opblock-summary-control").click()
    page.close()
