-- Proves the readings and the games of all attempts, while others go on reading and writing.
alter table attempt_readings validate constraint attempt_readings_complete;
alter table attempts validate constraint attempts_game;
