// SPDX-License-Identifier: Apache-2.0

export interface SocialLink {
  name: string;
  href: string;
  kind: 'chat' | 'video' | 'broadcast' | 'post';
}

const places: Record<string, Pick<SocialLink, 'name' | 'kind'>> = {
  'discord.gg': { name: 'Discord', kind: 'chat' },
  'discord.com': { name: 'Discord', kind: 'chat' },
  't.me': { name: 'Telegram', kind: 'chat' },
  'reddit.com': { name: 'Reddit', kind: 'chat' },
  'youtube.com': { name: 'YouTube', kind: 'video' },
  'youtu.be': { name: 'YouTube', kind: 'video' },
  'tiktok.com': { name: 'TikTok', kind: 'video' },
  'twitch.tv': { name: 'Twitch', kind: 'broadcast' },
  'kick.com': { name: 'Kick', kind: 'broadcast' },
  'x.com': { name: 'X', kind: 'post' },
  'twitter.com': { name: 'X', kind: 'post' },
  'instagram.com': { name: 'Instagram', kind: 'post' },
  'facebook.com': { name: 'Facebook', kind: 'post' },
};

/** The name and icon of an address, by its host; an unknown host is its own name. */
export function toSocialLink(href: string): SocialLink {
  const host = new URL(href).hostname.replace(/^www\./, '');
  return { href, ...(places[host] ?? { name: host, kind: 'post' }) };
}
