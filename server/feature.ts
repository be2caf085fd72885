import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Database, Tx } from './platform/db/database.ts';
import type { DomainEventName, Listeners, Tasks } from './platform/jobs/outbox.ts';
import type { Listener } from './platform/listen.ts';
import type { Logger } from './platform/log.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { DeletionObstacle, Erasure, ExportParts, OverviewParts, UserRecords } from './ports.ts';

/** What features are made from. */
export interface Platform {
  config: Config;
  /** At least 32 characters; every key is derived from it. */
  appSecret: string;
  db: Database;
  listener: Listener;
  clock: Clock;
  log: Logger;
  storage: Storage;
  /** Address of the sandbox in use, if any. */
  sandboxUrl: string | undefined;
}

/**
 * What a feature gives the product. `features/<name>/feature.ts` makes one, and is the only file of the feature that
 * others import; what no feature gives is a type error in app.ts, and what two of them give a failed start.
 */
export interface Feature {
  name: string;
  /** Mounts endpoints below `/api/v1`. */
  routes?(app: FastifyInstance): void;
  /** Jobs by the name of their task. */
  tasks?: Tasks;
  /** Tasks that are repeated: lines of graphile-worker's crontab, in UTC. */
  crontab?: string;
  /** The domain events that the feature publishes, as operators read them. */
  publishes?: Partial<Record<DomainEventName, string>>;
  /** What the feature does when it hears of a domain event. Jobs run at least once, so each bears a repetition. */
  listeners?: Listeners;
  /** What the feature holds about a person goes into the export. Anything that does also belongs in `erasures`. */
  exports?: Partial<ExportParts>;
  obstacles?: readonly DeletionObstacle[];
  erasures?: readonly Erasure[];
  userRecords?: Partial<UserRecords>;
  overview?: Partial<OverviewParts>;
  /**
   * What pages of the web app will fetch that their markup cannot name, by path: Link headers, answered at once. Empty
   * where nothing is known.
   */
  pageHints?: Record<string, () => string>;
  /** Demo data, where there is none of its kind. */
  seed?(tx: Tx): Promise<void>;
  /** Runs once at the start of each process. */
  start?(): Promise<void>;
}

type Merged = 'tasks' | 'publishes' | 'exports' | 'userRecords' | 'overview' | 'pageHints';

type AllOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never;
type GivenBy<One, Key extends keyof Feature> = One extends { [K in Key]: infer Given } ? Given : never;

/** What `Features` give together under `Key`. */
export type Together<Features extends readonly Feature[], Key extends keyof Feature> = AllOf<
  GivenBy<Features[number], Key>
>;

/**
 * Puts together what features give under one key.
 * @throws where two of them give the same part
 */
export function together<const Features extends readonly Feature[], Key extends Merged>(
  features: Features,
  key: Key,
): Together<Features, Key> {
  const parts = features.flatMap((feature) => Object.entries(feature[key] ?? {}));
  const names = parts.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`two features give the ${key} ${twice}`);
  return Object.fromEntries(parts) as Together<Features, Key>;
}

/** The jobs of all features. @throws where two of them have one of the same name */
export function collectTasks(features: readonly Feature[]): Tasks {
  return together(features, 'tasks') as Tasks;
}

type Unheard<Features extends readonly Feature[]> = Exclude<
  DomainEventName,
  keyof Together<Features, 'listeners'>
>;

/** What features listen to. A type error names a domain event that none of them hears. */
export function collectListeners<const Features extends readonly Feature[]>(
  features: [Unheard<Features>] extends [never] ? Features : Unheard<Features>,
): Listeners[] {
  return (features as Features).flatMap(({ listeners }) => listeners ?? []);
}
