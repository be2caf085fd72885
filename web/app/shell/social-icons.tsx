import { AtSign, MessagesSquare, Play, Radio } from 'lucide-react';
import { socialLinks } from '../brand.ts';

const icons = { chat: MessagesSquare, video: Play, broadcast: Radio, post: AtSign };

/** Links to the brand's places elsewhere; nothing while it has none (brand.ts). */
export function SocialIcons({ className }: { className?: string }) {
  if (socialLinks.length === 0) return null;
  return (
    <ul className={className} aria-label="Social media">
      {socialLinks.map(({ name, href, icon }) => {
        const Icon = icons[icon];
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
