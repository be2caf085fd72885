// SPDX-License-Identifier: Apache-2.0

import { type Permission, permissions } from '../../../../contract/permissions.ts';
import { fieldWords } from '../../../lib/field-words.ts';

/** Parses a role's permissions as they are typed, comma-separated (product specification, section 5). */
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

/** The text with one permission added or removed, in the usual order; unknown ones stay, at the end. */
export function withPermission(text: string, permission: Permission, isHeld: boolean): string {
  const { known, unknown } = readPermissions(text);
  const held = permissions.filter((name) => (name === permission ? isHeld : known.includes(name)));
  return [...held, ...unknown].join(', ');
}

/** Permissions by area, the part before the colon, in their order. */
export function toAreas<Name extends string>(names: readonly Name[]): { area: string; names: Name[] }[] {
  const areas = new Set(names.map(getArea));
  return [...areas].map((area) => ({ area, names: names.filter((name) => getArea(name) === area) }));
}

function getArea(name: string): string {
  return name.slice(0, name.indexOf(':'));
}

/** What a permission allows in its area, in words: "users:adjust-coins" is "adjust coins". */
export function sayRight(name: string): string {
  return fieldWords(name.slice(name.indexOf(':') + 1));
}
