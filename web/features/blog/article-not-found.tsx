// SPDX-License-Identifier: Apache-2.0

import { ButtonLink } from '../../ui/button.tsx';
import { RingDrawing } from '../../ui/ring.tsx';

/** For an address below /blog without an article (product specification, section 2.14). */
export function ArticleNotFound() {
  return (
    <div className="wrap grid min-h-[70dvh] place-content-center justify-items-center gap-5 py-16 text-center">
      <RingDrawing />
      <h1 className="text-3xl">Article Not Found</h1>
      <p className="max-w-[44ch] text-muted">The article you're looking for doesn't exist.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/home" kind="main">
          Back to Home
        </ButtonLink>
        <ButtonLink to="/blogs">All articles</ButtonLink>
      </div>
    </div>
  );
}
