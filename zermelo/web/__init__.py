"""The studio: a server on this machine, and the page that it serves.

==================  ==============================================================================
`server`, `app`     the command's server and its addresses; `guard` checks who asks. The event loop
                    runs no rule of any game
`session`           one page's websocket
`pool`              worker processes and the queue in front of them: `job`, `worker_process`
`worker`            the process at the other end: one question at a time
`api`               the questions over HTTP: `position_api`, `trace_api`, `exercise_api`
`stream_api`        the questions over the websocket: searches; `pacman_api`: Pac-Man
`warm_search`       an engine search that is kept between questions; `compile_job` compiles its game
`game_registry`     the games that a request may name; `tree_text`: trees
``page/``           what the browser gets: no search, no rule
==================  ==============================================================================
"""
