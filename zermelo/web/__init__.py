"""The studio: a server on this machine, and the page that it serves.

Four kinds of process, so that a page is answered at once whatever is searched:

=============  ===========================================================================
`app`          the event loop: routes, who may ask, which worker does what. Runs no rule of any game
`desk`         workers and the queue before them; a worker that dies or does not obey is replaced
`worker`       a process that does one thing at a time: `api` (positions, films, exercises) or `live` (searches)
``page/``      what the browser gets: no search, no rule
=============  ===========================================================================
"""
