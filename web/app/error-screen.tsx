// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { reportLazily } from '../lib/report-errors.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Reference } from '../ui/reference.tsx';
import { RingDrawing } from '../ui/ring.tsx';
import { statusPath } from './shell/navigation.ts';

/** Replaces a screen that failed: says so and offers ways on. Payments and results are unaffected. */
export function ErrorScreen({ error }: { error: unknown }) {
  useEffect(() => reportLazily(error), [error]);
  return (
    <div className="wrap grid min-h-[70dvh] place-content-center justify-items-center gap-5 py-16 text-center">
      <title>Something went wrong</title>
      <RingDrawing tone="loss" />
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="max-w-[52ch] text-muted">
        We couldn’t show this page. Your coins and challenges are safe. Reloading usually helps.
      </p>
      {error instanceof Error && error.message && (
        <p className="max-w-[60ch] break-words font-mono text-faint text-xs">{error.message}</p>
      )}
      <Reference error={error} />
      <div className="flex flex-wrap justify-center gap-3">
        <Button kind="main" onClick={() => window.location.reload()}>
          Try again
        </Button>
        {/* A full page load, since the router itself may have failed. */}
        <a href="/home" className={buttonClass()}>
          Go home
        </a>
        <a href={statusPath} className={buttonClass()}>
          Is something broken?
        </a>
      </div>
    </div>
  );
}
