// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { GameId } from '../contract/games/game.ts';
import type { PlayerExport } from '../contract/player-export.ts';
import type { StatusPart } from '../contract/status.ts';
import type { Tables } from '../db/tables.ts';
import type { CarryOut } from './approval-ports.ts';
import type { BooksParts, OverviewParts } from './business-ports.ts';
import type { Config } from './config.ts';
import type { Claim } from './ledger/proof.ts';
import type { Clock } from './platform/clock.ts';
import type { Database, Tx } from './platform/db/database.ts';
import type { ReadPageHead } from './platform/http/page-heads.ts';
import type { DomainEventName, Listeners, Tasks } from './platform/jobs/outbox.ts';
import type { Retained } from './platform/jobs/retention.ts';
import type { Journal } from './platform/journal/journal.ts';
import type { Listener } from './platform/listen.ts';
import type { Logger } from './platform/log.ts';
import type { Objects } from './platform/objects/objects.ts';
import type { OutsideService } from './platform/outside-call.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { DeletionObstacle, Erasure, ExportParts, UserRecords } from './ports.ts';

/** The shared services that every feature builds on. */
export interface Platform {
  config: Config;
  /** At least 32 characters. Every other key is derived from it. */
  appSecret: string;
  db: Database;
  listener: Listener;
  clock: Clock;
  log: Logger;
  /** Pictures, which browsers load. */
  storage: Storage;
  /** Files without a public address: exports. */
  objects: Objects;
  /** Records that must outlive the database. */
  journal: Journal;
  /** Base URL of the sandbox, if one is running. */
  sandboxUrl: string | undefined;
}

/** Facts about a part of the service, from which the /status page derives its state. */
export interface Watched {
  part: StatusPart;
  /** The addresses of this part below `/api/v1` that players call, without a trailing slash. */
  routes?: readonly string[];
  /** Outside services that this part depends on. */
  providers?: readonly OutsideService[];
  /** Jobs that players wait for. Their delays count. */
  tasks?: readonly string[];
  /** Delay of the oldest overdue work, for work that is not a job. */
  lateSeconds?(now: Date): Promise<number>;
  /** The game it is about: alone it disturbs the part, which is down only if all games are. */
  game?: GameId;
}

/** A table whose rows belong to a player. An erasure deletes those rows after the features' own `erasures`. */
export interface PlayerTable {
  /** The column with the player's id. */
  player: string;
  /**
   * What an export includes: these columns, as a section named after the table, or the output of a feature's own reader
   * for that section. `nothing`: technical rows that say nothing about the player.
   */
  exported: readonly string[] | keyof PlayerExport | 'nothing';
}

export type PlayerTables = Readonly<Record<string, PlayerTable>>;

/** What `features/<name>/feature.ts`, the feature's only public file, exports as `module`. */
export interface FeatureModule {
  /** The tables and views that the feature alone reads and writes, besides `playerTables`. */
  tables?: Tables;
  /** The feature's tables whose rows are deleted with the player's account. */
  playerTables?: PlayerTables;
  /** Invariants between its tables and the ledger; part of `npx finalring audit`. */
  proofs?: readonly Claim[];
  /** Fields of the audit log that contain personal data: an erasure removes them. */
  personalFields?: readonly string[];
  /** Builds the feature from the platform and the ports that it needs. */
  open(platform: Platform, ports: never): Feature;
}

/**
 * What a feature contributes while the process runs. A part that no feature contributes is a type error in app.ts; a part
 * that two contribute fails the start.
 */
export interface Feature {
  name: string;
  /** Mounts endpoints below `/api/v1`. */
  routes?(app: FastifyInstance): void;
  /** Jobs, by task name. */
  tasks?: Tasks;
  /** Repeated tasks, as lines of graphile-worker's crontab (UTC). */
  crontab?: string;
  /** The domain events that the feature publishes, each with its label for operators. */
  publishes?: Partial<Record<DomainEventName, string>>;
  /** Reactions to domain events. Jobs run at least once, so each listener must be idempotent. */
  listeners?: Listeners;
  /** Personal data for the export, apart from `playerTables`. Anything exported here must also be removed by `erasures`. */
  exports?: Partial<ExportParts>;
  /** By operation, the changes that may have to wait for a second administrator, and are carried out later. */
  approvable?: Readonly<Record<string, CarryOut>>;
  obstacles?: readonly DeletionObstacle[];
  /**
   * Runs immediately when a player deletes their account, even though the data is erased later: removes what others can
   * still see, and ends what only the player could end.
   */
  departures?: readonly Erasure[];
  erasures?: readonly Erasure[];
  userRecords?: Partial<UserRecords>;
  /** The parts of the service whose failure players notice. */
  watched?: readonly Watched[];
  overview?: Partial<OverviewParts>;
  books?: Partial<BooksParts>;
  /**
   * By page path, a Link header for resources that the page will fetch but its markup cannot name. Must return
   * immediately; empty when there is nothing to hint.
   */
  pageHints?: Record<string, () => string>;
  /**
   * By pattern of a page with a parameter (`/r/:id`): title, summary and picture for link previews in chats and social
   * networks.
   */
  pageHeads?: Record<string, ReadPageHead>;
  /** Tables whose old rows are deleted if the operator sets a retention period. */
  retained?: readonly Retained[];
  /** Inserts demo data unless some exists. */
  seed?(tx: Tx): Promise<void>;
  /** Runs once when the process starts. */
  start?(): Promise<void>;
}
