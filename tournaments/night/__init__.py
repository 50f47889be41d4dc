"""Seasons that are played night by night: one store that grows, without anybody watching."""
