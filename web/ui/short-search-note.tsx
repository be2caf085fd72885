// SPDX-License-Identifier: Apache-2.0

/** Explains what a search of one or two letters finds (docs/rules/users.md, 16). */
export function ShortSearchNote({ search }: { search: string }) {
  if (search === '' || [...search].length > 2) return null;
  return (
    <p role="status" className="text-muted text-sm">
      One or two letters find the start of words. Type a third to search inside words.
    </p>
  );
}
