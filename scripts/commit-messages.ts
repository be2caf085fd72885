// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';

/** The last commit before messages were checked. Earlier ones stay unchanged. */
const checkedAfter = '44c613eae034ffae34dcb15b8dcb8382fe810c87';
const maxSubject = 72;

interface Message {
  id: string;
  subject: string;
  body: string;
}

/**
 * Messages of the commits after `since`, without merges. Empty if that commit isn't available, such as in a shallow
 * clone or without history; the messages were checked where they were written.
 */
function readMessages(checkout: string, since: string): Message[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout, encoding: 'utf8' });
  if (git('merge-base', '--is-ancestor', since, 'HEAD').status !== 0) return [];
  const { stdout } = git('log', '--no-merges', '--format=%h%x00%s%x00%b%x01', `${since}..HEAD`);
  return stdout
    .split('\x01')
    .map((text) => text.trimStart().split('\0'))
    .flatMap(([id, subject, body]) => (id && subject ? [{ id, subject, body: body?.trim() ?? '' }] : []));
}

function findFaults({ id, subject, body }: Message): string[] {
  const faults: string[] = [];
  if (subject.length > maxSubject)
    faults.push(`has a subject of ${subject.length} characters, not ${maxSubject}`);
  // Trailers name people and don't give reasons.
  if (!/^(?![\w-]+: ).*\S/m.test(body)) faults.push('has no body: say why the change is made');
  return faults.map((fault) => `${id} "${subject}" ${fault}`);
}

/** Faults in the messages of commits after `since` (CONTRIBUTING.md, Commits). */
export function findMessageFaults(checkout: string, since = checkedAfter): string[] {
  return readMessages(checkout, since).flatMap(findFaults);
}
