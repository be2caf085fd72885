// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import type { Finding } from '../../server/platform/finding.ts';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { withProgress } from '../progress.ts';

const marks = { ok: 'ok   ', look: 'look ', wrong: 'WRONG' };
/** The order in which an operator would fix them. */
const order = [
  'configuration',
  'node',
  'open files',
  'disk',
  'object storage',
  'journal',
  'backups',
  'pages',
  'database',
  'migrations',
  'keys',
  'push',
  'webhooks',
  'pictures',
  'clock',
  'business',
];

function place({ about }: Finding): number {
  const found = order.indexOf(about);
  return found === -1 ? order.length : found;
}

function toLines({ about, state, says, advice }: Finding): string[] {
  const head = `${marks[state]}  ${about.padEnd(15)}  ${says}`;
  return advice ? [head, `${' '.repeat(24)}-> ${advice}`] : [head];
}

async function examine(): Promise<Finding[]> {
  const { checkConfig } = await import('../doctor/check-config.ts');
  const findings = checkConfig(process.env);
  // With a faulty configuration, the other checks might look at the wrong installation.
  if (findings.some(({ state }) => state === 'wrong')) return findings;
  const { checkDatabase } = await import('../doctor/check-database.ts');
  const { checkMachine } = await import('../doctor/check-machine.ts');
  const { checkBackups } = await import('../doctor/check-backups.ts');
  const { checkObjects } = await import('../doctor/check-objects.ts');
  const { checkAddress, checkServices } = await import('../doctor/check-services.ts');
  const { readInstallation } = await import('../with-database.ts');
  const { config, appSecret } = await readInstallation();
  const checks = [
    checkMachine(config),
    checkDatabase(config, appSecret),
    checkAddress(config),
    checkObjects(config),
    checkBackups(config),
    ...(await checkServices(config)),
  ];
  let done = 0;
  return withProgress({ title: 'Checking', max: checks.length }, async (advance) => {
    const found = await Promise.all(checks.map((check) => check.finally(() => advance(++done))));
    return [...findings, ...found.flat()].sort((a, b) => place(a) - place(b));
  });
}

async function runDoctor(): Promise<Outcome> {
  const findings = await examine();
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return {
    lines: [
      ...findings.flatMap(toLines),
      `${count('wrong')} wrong, ${count('look')} to look at, ${count('ok')} ok`,
    ],
    result: { findings },
    isWrong: count('wrong') > 0,
  };
}

export function addDoctor(program: Command): void {
  addCommand(
    program,
    'doctor',
    'Check configuration, machine, database, keys, clock, webhooks and every outside service, and say what to fix.',
  ).action(answering(runDoctor));
}
