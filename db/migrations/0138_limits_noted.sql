-- A database that was restored to an earlier moment would let a player spend above a limit that they tightened since. The line
-- says `spends` for the kind of limit, since `kind` is that of the line.
create trigger spending_limits_noted after insert or update on spending_limits for each row
  execute function note_in_journal('limit', 'playerId', 'player_id', 'spends', 'kind', 'period', 'period', 'amount', 'amount',
    'nextAmount', 'next_amount', 'nextAt', 'next_at');
