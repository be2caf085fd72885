// SPDX-License-Identifier: Apache-2.0

import { type Permission, permissions } from '../../../../contract/permissions.ts';
import { fieldWords } from '../../../lib/field-words.ts';

/** Parses a role's permissions, typed with commas between them (product specification, section 5). */
export function readPermissions(text: string): { known: Permission[]; unknown: string[] } {
  const named = [
    ...new Set(
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  return {
    known: permissions.filter((permission) => named.includes(permission)),
    unknown: named.filter((name) => !permissions.some((permission) => permission === name)),
  };
}

/** Adds or removes one permission in the text, in the standard order. Unknown permissions stay at the end. */
export function withPermission(text: string, permission: Permission, isHeld: boolean): string {
  const { known, unknown } = readPermissions(text);
  const held = permissions.filter((name) => (name === permission ? isHeld : known.includes(name)));
  return [...held, ...unknown].join(', ');
}

/** Permissions grouped by area (the part before the colon), in their order. */
export function toAreas<Name extends string>(names: readonly Name[]): { area: string; names: Name[] }[] {
  const areas = new Set(names.map(getArea));
  return [...areas].map((area) => ({ area, names: names.filter((name) => getArea(name) === area) }));
}

function getArea(name: string): string {
  return name.slice(0, name.indexOf(':'));
}

/** A permission in words, within its area: "users:adjust-coins" becomes "adjust coins". */
export function sayRight(name: string): string {
  return fieldWords(name.slice(name.indexOf(':') + 1));
}
