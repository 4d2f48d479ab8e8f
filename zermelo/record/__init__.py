"""Games as they are written down: moves with variations, comments and signs, read and written.

=================  ==================================================================
`movetree`         a record: the tree of its moves, its tags, where it begins
`reader`           plays words as moves; the first mistake ends the reading
`text`             PGN for chess, and the same form for every other game
`sgf`              SGF, for games that declare it (go)
`link`             the moves of an address of the studio
`files`            which of these a text is, and which game of several
=================  ==================================================================
"""
