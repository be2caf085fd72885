// SPDX-License-Identifier: Apache-2.0

/** An import that breaks each rule: file, text, and the imported file if it is ours. */
export const planted: Record<string, { file: string; says: string; target?: string; targetSays?: string }[]> =
  {
    'contract-imports-zod-only': [
      { file: 'contract/a.ts', says: "import '../server/app.ts';", target: 'server/app.ts' },
    ],
    'contract-tests-stay-inside': [
      { file: 'contract/d.test.ts', says: "import '../web/lib/a.ts';", target: 'web/lib/a.ts' },
    ],
    'rooms-have-no-circles': [
      {
        file: 'server/features/rooms/upper/a.ts',
        says: "import '../lower/a.ts';",
        target: 'server/features/rooms/lower/a.ts',
        targetSays: 'export {};',
      },
      {
        file: 'server/features/rooms/lower/b.ts',
        says: "import type { C } from '../upper/c.ts'; export type B = C;",
        target: 'server/features/rooms/upper/c.ts',
        targetSays: 'export type C = 1;',
      },
    ],
    'sandbox-stands-alone': [
      { file: 'sandbox/a.ts', says: "import '../contract/e.ts';", target: 'contract/e.ts' },
    ],
    'server-not-to-web': [
      { file: 'server/platform/a.ts', says: "import '../../web/lib/a.ts';", target: 'web/lib/a.ts' },
    ],
    'one-file-starts-the-sandbox': [
      { file: 'server/b.ts', says: "await import('../sandbox/b.ts');", target: 'sandbox/b.ts' },
    ],
    'sandbox-is-loaded-on-demand': [
      { file: 'server/obtain-sandbox.ts', says: "import '../sandbox/c.ts';", target: 'sandbox/c.ts' },
    ],
    'web-meets-server-in-contract': [
      { file: 'web/lib/b.tsx', says: "import '../../server/c.ts';", target: 'server/c.ts' },
    ],
    'platform-knows-nothing-above': [
      { file: 'server/platform/d.ts', says: "import '../ledger/a.ts';", target: 'server/ledger/a.ts' },
    ],
    'ledger-stands-on-platform': [
      {
        file: 'server/ledger/b.ts',
        says: "import '../features/shop/a.ts';",
        target: 'server/features/shop/a.ts',
      },
    ],
    'providers-stand-on-platform': [
      { file: 'server/providers/a.ts', says: "import '../ledger/c.ts';", target: 'server/ledger/c.ts' },
    ],
    'features-know-nothing-above': [
      { file: 'server/features/shop/b.ts', says: "import '../../app.ts';", target: 'server/app.ts' },
    ],
    'cli-is-the-outermost': [{ file: 'server/g.ts', says: "import '../cli/a.ts';", target: 'cli/a.ts' }],
    'art-stands-alone': [{ file: 'art/a.ts', says: "import '../web/ui/c.tsx';", target: 'web/ui/c.tsx' }],
    'features-have-one-module': [
      {
        file: 'server/serve.ts',
        says: "import './features/shop/store.ts';",
        target: 'server/features/shop/store.ts',
      },
    ],
    'server-features-never-meet': [
      {
        file: 'server/features/shop/c.ts',
        says: "import '../coins/a.ts';",
        target: 'server/features/coins/a.ts',
      },
    ],
    'rules-are-pure': [
      {
        file: 'server/features/shop/rules.ts',
        says: "import '../../platform/clock.ts';",
        target: 'server/platform/clock.ts',
      },
    ],
    'sql-stands-in-stores': [
      { file: 'server/features/shop/routes.ts', says: "import sql from 'sql-template-tag'; sql``;" },
    ],
    'web-foundations-know-no-features': [
      { file: 'web/ui/a.tsx', says: "import '../features/shop/a.tsx';", target: 'web/features/shop/a.tsx' },
    ],
    'web-features-know-no-app': [
      { file: 'web/features/shop/b.tsx', says: "import '../../app/a.tsx';", target: 'web/app/a.tsx' },
    ],
    'web-features-never-meet': [
      {
        file: 'web/features/shop/c.tsx',
        says: "import '../coins/a.tsx';",
        target: 'web/features/coins/a.tsx',
      },
    ],
    'no-circles': [
      {
        file: 'server/platform/e.ts',
        says: "import type { F } from './f.ts';",
        target: 'server/platform/f.ts',
        targetSays: "import './e.ts';",
      },
    ],
    'tests-are-leaves': [
      { file: 'server/platform/g.ts', says: "import '../../tests/a.ts';", target: 'tests/a.ts' },
    ],
    'runs-without-dev-dependencies': [{ file: 'server/platform/h.ts', says: "import 'vitest';" }],
    'everything-resolves': [{ file: 'server/platform/i.ts', says: "import './nowhere.ts';" }],
  };
