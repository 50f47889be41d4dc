"""How donors of different kinds give: the self-play that the donor tables are made from and checked against."""
