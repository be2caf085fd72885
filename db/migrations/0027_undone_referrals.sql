-- Voiding the attempt that a referral counted with undoes the referral; a later attempt may count it again
-- (docs/rules.md, Referrals).

-- The finished attempt that the referral counts, or is held, with.
alter table referrals add column attempt_id uuid;
-- How often it counted: part of the keys of its token and of the cause of its rewards. 0 beside `qualified`: once.
alter table referrals add column qualifications integer not null default 0 check (qualifications >= 0);

update referrals r set
  attempt_id = (
    select a.id from attempts a
    where a.player_id = r.invitee_id and a.completed_at = r.finished_at and a.decided_status in ('SUCCESS', 'FAILED')
    order by a.id limit 1),
  qualifications = (status = 'qualified')::integer
where finished_at is not null;
