// SPDX-License-Identifier: Apache-2.0

/**
 * Removes features that the oldest supported browsers lack from the newer browser that runs the tests. The list comes
 * from MDN's browser compatibility data, so nobody has to know when each feature appeared.
 */
import compatData, { type Identifier, type SupportStatement } from '@mdn/browser-compat-data/forLegacyNode';
import { supportedBrowsers } from '../../../web/supported-browsers.ts';

function isAtMost(version: string, limit: string): boolean {
  const [one, other] = [version, limit].map((text) => text.replace('≤', '').split('.').map(Number));
  const length = Math.max(one?.length ?? 0, other?.length ?? 0);
  for (let place = 0; place < length; place += 1) {
    const difference = (one?.[place] ?? 0) - (other?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

function isIn(statement: SupportStatement | undefined, version: string): boolean {
  const entries = statement === undefined ? [] : [statement].flat();
  return entries.some(
    ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: alias }) =>
      typeof added === 'string' &&
      /^≤?\d/.test(added) &&
      isAtMost(added, version) &&
      !removed &&
      !flags &&
      !prefix &&
      !alias,
  );
}

/** True if a supported browser lacks it. Features without data count as supported. */
function isMissing({ __compat: compat }: Identifier): boolean {
  if (!compat) return false;
  return Object.entries(supportedBrowsers).some(
    ([browser, version]) => !isIn(compat.support[browser as keyof typeof compat.support], version),
  );
}

/** Paths of missing features, such as `Promise.withResolvers`; nothing below a path that is itself missing. */
function missingIn(branch: Identifier, path: readonly string[], depth: number): string[] {
  const names = Object.keys(branch).filter((name) => /^[A-Za-z]\w*$/.test(name) && !name.endsWith('_event'));
  return names.flatMap((name) => {
    const child = branch[name] as Identifier;
    const here = [...path, name.replace(/_static$/, '')];
    if (isMissing(child)) return [here.join('.')];
    return depth > 1 || name === 'Intl' ? missingIn(child, here, depth - 1) : [];
  });
}

/** A script that runs before all others on a page and removes everything that some supported browser lacks. */
export function oldestEngine(): string {
  const paths = [
    ...missingIn(compatData.javascript.builtins as Identifier, [], 2),
    ...missingIn(compatData.api as Identifier, [], 2),
  ];
  return `
for (const path of ${JSON.stringify(paths)}) {
  const names = path.split('.');
  const name = names.pop();
  const owner = names[0] === 'Window' ? window : names.reduce((part, key) => part?.[key], window);
  // The name alone does not tell whether it is static.
  for (const place of [owner, owner?.prototype]) {
    if (place && Object.getOwnPropertyDescriptor(place, name)?.configurable) delete place[name];
  }
}
if (Promise.withResolvers) throw new Error('Nothing was removed');
`;
}
