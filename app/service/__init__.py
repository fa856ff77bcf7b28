"""The HTTP service: one concern a module.

settings    the limits and switches, from EIGHT_ variables
problems    every failure as one Problem, and its JSON
bodies      request bodies: read within limits, decoded, checked
readiness   the tables that are served, or why there are none
front       what every request passes: ids, headers, times, counts; and the fast way to solve
metrics     the counts, shared between workers, and their text
answering, batches, judging, files    the routes
openapi     what the routes are documented with
protocol, workers, serving            the server around the application
"""
