-- The reference with the game includes this one, which cost every entry a look-up more.
alter table attempts drop constraint attempts_challenge_id_fkey;
