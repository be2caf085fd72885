-- The administrators' list of attempts can show practice alone, which is rare: read from its newest on, not by passing over all others.
create index attempts_practice on attempts (id) where is_practice;
