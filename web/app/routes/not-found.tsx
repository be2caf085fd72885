// SPDX-License-Identifier: Apache-2.0

import { ButtonLink } from '../../ui/button.tsx';
import { RingDrawing } from '../../ui/ring.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () => pageMeta({ title: 'Page not found', description: 'This page doesn’t exist.' });

/** Inside the shell of public pages, so that header and footer lead on. */
export function NotFoundScreen() {
  return (
    <div className="wrap grid min-h-[calc(100dvh-4.3125rem)] place-content-center justify-items-center gap-5 py-16 text-center">
      <RingDrawing />
      <h1 className="text-3xl">Outside the ring</h1>
      <p className="max-w-[44ch] text-muted">
        This page doesn’t exist. It may have moved, or the link has a typo.
      </p>
      <ButtonLink kind="main" to="/home">
        Go home
      </ButtonLink>
    </div>
  );
}

export default NotFoundScreen;
