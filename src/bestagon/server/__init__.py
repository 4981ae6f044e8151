"""The place where people play: tables that lose nothing and leak nothing."""
