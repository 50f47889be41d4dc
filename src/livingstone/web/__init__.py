"""Pages to look at: self-contained HTML files (extra ``report``)."""
