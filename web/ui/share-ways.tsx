// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Button, buttonClass } from './button.tsx';
import { Copy } from './icons/copy.ts';
import { Send } from './icons/send.ts';
import { Share2 } from './icons/share-2.ts';
import { Mark } from './marks.tsx';

interface Shared {
  address: string;
  /** What is shared, in one line. */
  title: string;
}

/** Sites that accept a link. */
const targets: readonly { name: string; toAddress: (shared: Shared) => string }[] = [
  {
    name: 'WhatsApp',
    toAddress: ({ address, title }) =>
      `https://wa.me/?${new URLSearchParams({ text: `${title} ${address}` })}`,
  },
  {
    name: 'X',
    toAddress: ({ address, title }) =>
      `https://x.com/intent/post?${new URLSearchParams({ text: title, url: address })}`,
  },
  {
    name: 'Telegram',
    toAddress: ({ address, title }) =>
      `https://t.me/share/url?${new URLSearchParams({ url: address, text: title })}`,
  },
];

/**
 * Ways to share a link: copying it for Discord, which accepts no links; WhatsApp; and the device's share dialog, or
 * more sites without one.
 * @param hasCopy false if the link can be copied next to it
 */
export function ShareWays({ address, title, hasCopy = true }: Shared & { hasCopy?: boolean }) {
  const canShare = 'share' in navigator;
  // Closing the share dialog isn't a failure.
  const share = () => navigator.share({ title, text: title, url: address }).catch(() => undefined);
  const [copied, setCopied] = useState('');
  // Shown here, because visitors' pages have no toasts.
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
      {hasCopy && (
        <Button
          size="sm"
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copy(address, 'Link copied!')}
        >
          Copy link
        </Button>
      )}
      <Button
        size="sm"
        icon={<Mark of="discord" />}
        onClick={() => void copy(`${title} ${address}`, 'Copied: paste it in Discord')}
      >
        Discord
      </Button>
      {(canShare ? targets.slice(0, 1) : targets).map(({ name, toAddress }) => (
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
      <p role="status" className="basis-full text-muted text-sm empty:hidden">
        {copied}
      </p>
    </div>
  );
}
