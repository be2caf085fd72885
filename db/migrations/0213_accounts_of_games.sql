-- Accounts of any game, and their proofs. Renamed where they are: no row is copied or read under the lock. Processes of the
-- previous release know one game and name none: it is the default, and views with the former names show its rows alone
-- (db/functions/challenges.sql).
alter table epic_accounts rename to game_accounts;
alter table game_accounts rename column epic_account_key to key;
alter table game_accounts rename column epic_name to name;
alter table game_accounts add column game text not null default 'fortnite';
create view epic_accounts as
select key as epic_account_key, player_id, name as epic_name, bound_at from game_accounts where game = 'fortnite';

alter table epic_proofs rename to game_account_proofs;
alter table game_account_proofs rename column epic_account_key to key;
alter table game_account_proofs add column game text not null default 'fortnite';
create view epic_proofs as
select player_id, key as epic_account_key, proven_by, proven_at from game_account_proofs where game = 'fortnite';
