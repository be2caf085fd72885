// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { firstStepsPath } from '../../../contract/first-steps.ts';
import { useSandbox } from '../../lib/sandbox.ts';

const linkClass = 'font-semibold text-text underline underline-offset-4 hover:text-gold';

/**
 * Says that the sandbox replaces outside services, and leads to the first steps. Prerendered pages do not know the
 * installation: they keep room for it if there is a sandbox, so that nothing moves down.
 */
export function SandboxRibbon() {
  const sandbox = useSandbox();
  if (sandbox === undefined) return <div className="hidden h-8 in-data-sandbox:block" />;
  if (!sandbox) return null;
  return (
    <aside
      aria-label="Sandbox"
      className="bg-[repeating-linear-gradient(-45deg,var(--color-gold-panel)_0_12px,var(--color-gold-stripe)_12px_24px)] text-sm text-soft"
    >
      <p className="wrap flex flex-wrap items-center justify-center gap-x-2 py-1.5 text-center">
        <b className="font-display text-gold">SANDBOX</b>
        <span className="max-sm:hidden">No real accounts, no real money.</span>
        {sandbox.isWhole ? (
          <Link to={firstStepsPath} className={linkClass}>
            Your first steps
          </Link>
        ) : (
          <a href={sandbox.url} target="_blank" rel="noreferrer" className={linkClass}>
            See what it replaces
          </a>
        )}
      </p>
    </aside>
  );
}
