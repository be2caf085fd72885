// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { MessageCircle } from '../../ui/icons/message-circle.ts';
import { Send } from '../../ui/icons/send.ts';
import { Share2 } from '../../ui/icons/share-2.ts';

interface Shared {
  address: string;
  /** The win in one line. */
  title: string;
}

/** Pages that accept a link, for browsers that cannot pass one to other apps. */
const targets: readonly { name: string; toAddress: (shared: Shared) => string }[] = [
  {
    name: 'X',
    toAddress: ({ address, title }) =>
      `https://x.com/intent/post?${new URLSearchParams({ text: title, url: address })}`,
  },
  {
    name: 'WhatsApp',
    toAddress: ({ address, title }) =>
      `https://wa.me/?${new URLSearchParams({ text: `${title} ${address}` })}`,
  },
  {
    name: 'Telegram',
    toAddress: ({ address, title }) =>
      `https://t.me/share/url?${new URLSearchParams({ url: address, text: title })}`,
  },
];

/** Passes a link on: with the device's share dialog if there is one, otherwise by copying and through the usual sites. */
export function ShareWays({ address, title }: Shared) {
  const canShare = 'share' in navigator;
  // Closing the share dialog is no failure.
  const share = () => navigator.share({ title, text: title, url: address }).catch(() => undefined);
  const [copied, setCopied] = useState('');
  // Shown here rather than by a toast: visitors' pages have none.
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(done);
    } catch {
      setCopied('Failed to copy');
    }
  };
  return (
    <div className="flex flex-wrap gap-2.5">
      {canShare && (
        <Button size="sm" kind="main" onClick={share} icon={<Share2 size={16} aria-hidden="true" />}>
          Share
        </Button>
      )}
      <Button
        size="sm"
        icon={<Copy size={16} aria-hidden="true" />}
        onClick={() => void copy(address, 'Link copied!')}
      >
        Copy link
      </Button>
      {!canShare && (
        <>
          <Button
            size="sm"
            icon={<MessageCircle size={16} aria-hidden="true" />}
            onClick={() => void copy(`${title} ${address}`, 'Copied: paste it in Discord')}
          >
            Discord
          </Button>
          {targets.map(({ name, toAddress }) => (
            <a
              key={name}
              href={toAddress({ address, title })}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ size: 'sm' })}
            >
              <Send size={16} aria-hidden="true" />
              {name}
              <span className="sr-only"> (opens another page)</span>
            </a>
          ))}
        </>
      )}
      <p role="status" className="basis-full text-muted text-sm empty:hidden">
        {copied}
      </p>
    </div>
  );
}
