"""The HTTP service: one concern a module.

settings    the limits and switches, from EIGHT_ variables
problems    every failure as one Problem, and its JSON
parameters  those that a route takes, and what is wrong with others
failures    whatever goes wrong, as a Problem
headers     those that every answer has
bodies      request bodies: read within limits
readiness   the tables that are served, or why there are none
front       what every request passes: ids, headers, times, counts; and the fast way to solve
heavy       requests that are much work: how many at once, and answers in parts
pairs       pairs in JSON, answered by the thousand
alike       those that are all written in one layout, read by numpy
results     their answers in JSON, written by numpy
metrics     the counts, shared between workers, and their text
openapi     what the routes are documented with

answering, batches, judging, files, operating    the routes
cycle, protocol, listening, workers, serving                the server around the application
"""
