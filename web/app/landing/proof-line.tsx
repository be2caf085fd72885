// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';

/** The proof in one line, with a link to its own page. */
export function ProofLine({ className }: { className?: string }) {
  return (
    <p className={className}>
      <Link
        to="/proof"
        className="text-soft underline decoration-storm-soft underline-offset-4 hover:text-text"
      >
        You can check every result
      </Link>
    </p>
  );
}
