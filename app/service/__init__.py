"""The HTTP service: one concern a module.

settings    the limits and switches, from EIGHT_ variables
problems    every failure as one Problem, and its JSON
headers     those that every answer has
bodies      request bodies: read within limits
readiness   the tables that are served, or why there are none
front       what every request passes: ids, headers, times, counts; and the fast way to solve
heavy       requests that are much work: how many at once, and answers in parts
pairs       pairs in JSON, decoded, answered and written by the thousand
metrics     the counts, shared between workers, and their text
openapi     what the routes are documented with

answering, batches, judging, files, operating    the routes
cycle, protocol, workers, serving                the server around the application
"""
