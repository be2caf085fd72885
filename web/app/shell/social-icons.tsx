// SPDX-License-Identifier: Apache-2.0

import { useSettings } from '../../lib/settings.ts';
import { AtSign } from '../../ui/icons/at-sign.ts';
import { MessagesSquare } from '../../ui/icons/messages-square.ts';
import { Play } from '../../ui/icons/play.ts';
import { Radio } from '../../ui/icons/radio.ts';
import { toSocialLink } from './social-links.ts';

const icons = { chat: MessagesSquare, video: Play, broadcast: Radio, post: AtSign };

/** Links to the brand's places elsewhere; nothing if it has none (SOCIAL_LINKS). */
export function SocialIcons({ className }: { className?: string }) {
  const links = (useSettings()?.socialLinks ?? []).map(toSocialLink);
  if (links.length === 0) return null;
  return (
    <ul className={className} aria-label="Social media">
      {links.map(({ name, href, kind }) => {
        const Icon = icons[kind];
        return (
          <li key={href}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              aria-label={name}
              className="grid size-9 place-items-center text-muted transition-colors hover:text-text"
            >
              <Icon size={18} aria-hidden="true" />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
