// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Copy } from '../ui/icons/copy.ts';
import { ExternalLink } from '../ui/icons/external-link.ts';
import { ownBrowserAddress } from './in-app-browser.ts';

/** Above the sign-in buttons, if the page is open inside another app: how to open it elsewhere. */
export default function InAppNotice() {
  const [outcome, setOutcome] = useState('');
  const { origin, pathname } = window.location;
  const page = `${origin}${pathname}`;
  const ownBrowser = ownBrowserAddress(navigator.userAgent, page);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(page);
      setOutcome('Link copied. Paste it into Chrome or Safari.');
    } catch {
      setOutcome('Couldn’t copy. Press and hold the link to copy it.');
    }
  }

  return (
    <div className="grid gap-3 border-gold border-l-2 bg-ink-2 px-4 py-3 text-sm text-soft">
      <p>
        <strong className="text-text">Google doesn’t allow sign-in inside this app.</strong> Open this page in
        Chrome or Safari, or continue with Discord.
      </p>
      <TextField
        label="Link to this page"
        readOnly
        value={page}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        {ownBrowser && (
          <a href={ownBrowser} className={buttonClass({ size: 'sm' })}>
            <ExternalLink size={16} aria-hidden="true" />
            Open in my browser
          </a>
        )}
        <Button size="sm" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      <p role="status">{outcome}</p>
    </div>
  );
}
