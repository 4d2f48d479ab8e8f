"""Principal-variation search (PVS), the engine's alpha-beta for two players without chance.

===============  ==================================================================================
`search`         the search of one node in eleven numbered steps
`quiescence`     noisy moves beyond the horizon
`transposition`  transposition-table probe and store, enhanced transposition cut-offs (ETC)
`ordering`       move generation and ordering: table move, killers, countermoves, history heuristic
`pruning`        payoff bounds, null move, futility pruning, late-move reductions (LMR)
`extensions`     check, one-reply and singular extensions
`sharing`        several threads on one table (simplified ABDADA)
`scores`         scores adjusted by ply: win soon, lose late
`state`          the state of a search: parameters, payoff bounds, table, statistics
`table`          the entries of its transposition table
`windows`        one depth: aspiration windows or MTD(f), MultiPV
`exact`          exact values by null windows
`reporter`       from a run to a `Result`
===============  ==================================================================================
"""
