-- How many there are, or how much, for calls that would otherwise look at every row to say so. Kept by triggers, in the
-- transaction of what is counted. In stripes, one of them by the connection: what many do in one moment does not wait for
-- one row. `npm run audit` compares them with the rows.
create table row_counters (
  counter text not null,
  subject text not null,
  stripe smallint not null,
  amount bigint not null,
  primary key (counter, subject, stripe)
) with (fillfactor = 50);

create function add_to_counter(p_counter text, p_subjects text[], p_amounts bigint[]) returns void
language sql as $$
  insert into row_counters as c (counter, subject, stripe, amount)
  select p_counter, subject, pg_backend_pid() % 32, amount
  from unnest(p_subjects, p_amounts) as more (subject, amount) where amount <> 0 order by subject
  on conflict (counter, subject, stripe) do update set amount = c.amount + excluded.amount
$$;

create function counter_amount(p_counter text, p_subject text) returns bigint
language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from row_counters where counter = p_counter and subject = p_subject
$$;
