// SPDX-License-Identifier: Apache-2.0

/** Merges what features contribute (`feature.ts`). */
import type { Feature } from './feature.ts';
import type { DomainEventName, Listeners } from './platform/jobs/outbox.ts';
import { deleteAllRows, tableSections } from './player-tables.ts';

type Merged =
  | 'tasks'
  | 'approvable'
  | 'publishes'
  | 'exports'
  | 'userRecords'
  | 'overview'
  | 'books'
  | 'pageHints'
  | 'pageHeads';

type AllOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never;
type GivenBy<One, Key extends keyof Feature> = One extends { [K in Key]: infer Given } ? Given : never;

/** The union of what `Features` contribute under `Key`. */
export type MergedFeatures<Features extends readonly Feature[], Key extends keyof Feature> = AllOf<
  GivenBy<Features[number], Key>
>;

/**
 * Merges what features contribute under one key.
 * @throws if two contribute the same part
 */
export function mergeFeatures<const Features extends readonly Feature[], Key extends Merged>(
  features: Features,
  key: Key,
): MergedFeatures<Features, Key> {
  const parts = features.flatMap((feature) => Object.entries(feature[key] ?? {}));
  const names = parts.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`two features give the ${key} ${twice}`);
  return Object.fromEntries(parts) as MergedFeatures<Features, Key>;
}

/** What features know about people, for the parts of `accounts` that export, delete and show personal data. */
export function collectPersonalData<const Features extends readonly Feature[]>(features: Features) {
  return {
    exports: mergeFeatures(features, 'exports'),
    tableSections,
    obstacles: features.flatMap(({ obstacles = [] }) => obstacles),
    departures: features.flatMap(({ departures = [] }) => departures),
    erasures: [...features.flatMap(({ erasures = [] }) => erasures), deleteAllRows],
    userRecords: mergeFeatures(features, 'userRecords'),
  };
}

type UnhandledEventName<Features extends readonly Feature[]> = Exclude<
  DomainEventName,
  keyof MergedFeatures<Features, 'listeners'>
>;

/** The listeners of all features. A domain event without a listener is a type error that names the event. */
export function collectListeners<const Features extends readonly Feature[]>(
  features: [UnhandledEventName<Features>] extends [never] ? Features : UnhandledEventName<Features>,
): Listeners[] {
  return (features as Features).flatMap(({ listeners }) => listeners ?? []);
}
