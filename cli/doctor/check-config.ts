// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../contract/amounts.ts';
import { checkVariables } from '../../server/config-faults.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { variables } from '../../server/variables.ts';

/**
 * Reports every fault of the environment, and missing settings that a production installation should have. Never shows
 * values.
 */
export function checkConfig(environment: Readonly<Record<string, string | undefined>>): Finding[] {
  const { ok, look, wrong } = findingsAbout('configuration');
  const { env, faults, doubts, sandboxed } = checkVariables(environment);
  const advice = 'see .env.example for each variable, docs/operate.md for production';
  const doubtful = doubts.map((doubt) => look(doubt, advice));
  if (faults.length > 0) return [...faults.map((fault) => wrong(fault, advice)), ...doubtful];
  const set = Object.keys(variables.shape).filter((name) => environment[name]);
  const findings = [ok(`${plural(set.length, 'variable')} set, all valid`), ...doubtful];
  if (env.NODE_ENV !== 'production') return findings;
  const hints: [boolean, string, string][] = [
    [
      env.METRICS_TOKEN === undefined,
      'monitoring is off',
      'set METRICS_TOKEN, and let Prometheus scrape /metrics',
    ],
    [
      !env.SEAL_WITNESS_FILE,
      'no witness keeps the roots of the ledger',
      'set SEAL_WITNESS_FILE to a file on the disk of a witness (docs/operate.md, Witnesses)',
    ],
    [
      env.TRUST_PROXY === 0,
      'no proxy is trusted: behind a proxy, rate limits would count its address',
      'set TRUST_PROXY=1 if one proxy is in front',
    ],
  ];
  for (const [isSo, says, what] of hints) if (isSo) findings.push(look(says, what));
  return sandboxed.length > 0
    ? [...findings, look('sandbox stand-ins are in use', 'configure every service')]
    : findings;
}
