"""Headers: those that every answer has, and the forms they are sent in."""

Headers = list[tuple[bytes, bytes]]


def held_headers(cors_origin: str) -> Headers:
    """Return the headers that every answer has, unless it says otherwise."""
    held = [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    ]
    if cors_origin:
        held += [
            (b"access-control-allow-origin", cors_origin.encode()),
            (b"access-control-expose-headers", b"X-Request-ID, ETag, Retry-After, Allow"),
        ]
    return held


def raw(headers: dict[str, str]) -> Headers:
    """Return headers as ASGI has them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def lines(headers: Headers) -> bytes:
    """Return headers as HTTP has them."""
    return b"".join([b"%b: %b\r\n" % header for header in headers])
