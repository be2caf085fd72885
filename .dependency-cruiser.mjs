// SPDX-License-Identifier: Apache-2.0

/**
 * Which way imports point (docs/architecture.md). scripts/check-directions.ts runs these rules on the project
 * and, each time, on planted violations of every one of them.
 */
const tests = '[.]test[.]tsx?$';
const database =
  '(^|/)node_modules/(pg|sql-template-tag|graphile-worker)/|^(pg|sql-template-tag|graphile-worker)$';

/** What stands directly in `server/` puts the parts together, so it is above all of them, but for these shapes. */
const together = '^server/[^/]+[.]ts$';
const shapes = '^server/(feature|editable|ports|[a-z]+-ports|config|version)[.]ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: '^contract/|(^|/)node_modules/zod/|^zod(/|$)' },
    },
    {
      name: 'contract-tests-stay-inside',
      severity: 'error',
      from: { path: `^contract/.*${tests}` },
      to: { path: '^(server|web|sandbox)/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'It plays the outside services: sharing code with the app would let both be wrong alike.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(contract|server|web)/' },
    },
    {
      name: 'server-not-to-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'one-file-starts-the-sandbox',
      severity: 'error',
      from: { path: '^(server|cli)/', pathNot: `^server/obtain-sandbox[.]ts$|${tests}` },
      to: { path: '^sandbox/' },
    },
    {
      name: 'web-meets-server-in-contract',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|sandbox)/' },
    },
    {
      name: 'platform-knows-nothing-above',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: { path: `^server/(ledger|providers|features)/|${together}` },
    },
    {
      name: 'ledger-stands-on-platform',
      severity: 'error',
      from: { path: '^server/ledger/', pathNot: tests },
      to: { path: `^server/(providers|features)/|${together}`, pathNot: '^server/feature[.]ts$' },
    },
    {
      name: 'providers-stand-on-platform',
      severity: 'error',
      from: { path: '^server/providers/', pathNot: tests },
      to: { path: `^server/(ledger|features)/|${together}` },
    },
    {
      name: 'features-know-nothing-above',
      severity: 'error',
      from: { path: '^server/features/', pathNot: tests },
      to: { path: together, pathNot: shapes },
    },
    {
      name: 'server-features-never-meet',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: tests },
      to: { path: '^server/features/', pathNot: '^server/features/$1/' },
    },
    {
      name: 'cli-is-the-outermost',
      comment: 'Commands use what there is; nothing is built on them.',
      severity: 'error',
      from: { path: '^(contract|server|sandbox|web)/', pathNot: tests },
      to: { path: '^cli/' },
    },
    {
      name: 'art-stands-alone',
      comment: 'Pictures are drawn from their own words: what they show is checked by tests/art.test.ts.',
      severity: 'error',
      from: { path: '^art/' },
      to: { path: '^(server|web|sandbox)/' },
    },
    {
      name: 'features-have-one-module',
      comment: 'What others may use of a feature stands in its feature.ts. Tests and benches look inside.',
      severity: 'error',
      from: { path: '^(server|cli|scripts)/', pathNot: `^server/features/|${tests}` },
      to: { path: '^server/features/', pathNot: '^server/features/[^/]+/feature[.]ts$' },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules.ts and verdict.ts decide from their arguments alone: no database, HTTP, clock or disk.',
      severity: 'error',
      from: { path: '(^|/)(rules|verdict)[.]ts$' },
      to: {
        pathNot:
          '^contract/|(^|/)rules[.]ts$|^server/platform/refusal[.]ts$|(^|/)node_modules/zod/|^zod(/|$)|^(node:)?crypto$',
      },
    },
    {
      name: 'sql-stands-in-stores',
      severity: 'error',
      from: {
        path: '^(server|cli)/',
        pathNot: `^server/(platform|ledger)/|(^|[/-])(store|queries|seed|proofs)[.]ts$|^server/(ports|audit)[.]ts$|${tests}`,
      },
      to: { path: database },
    },
    {
      name: 'web-foundations-know-no-features',
      severity: 'error',
      from: { path: '^web/(ui|lib|build)/' },
      to: { path: '^web/(features|app)/' },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: '^web/features/', pathNot: tests },
      to: { path: '^web/app/' },
    },
    {
      name: 'web-features-never-meet',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'tests-are-leaves',
      severity: 'error',
      from: { path: '^(contract|server|cli|sandbox|web)/', pathNot: tests },
      to: { path: `^tests/|${tests}` },
    },
    {
      name: 'runs-without-dev-dependencies',
      severity: 'error',
      from: { path: '^(contract|server|cli|sandbox|web)/', pathNot: `${tests}|/testing/` },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'everything-resolves',
      comment: 'Packages of their own install theirs when they are run.',
      severity: 'error',
      from: { pathNot: '^(art|bench)/' },
      to: { couldNotResolve: true, pathNot: '[+]types/|^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|[.]react-router|[.]data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
  },
};
