// SPDX-License-Identifier: Apache-2.0

import type { FinalRingClient } from '@finalring/client';
import type { WebhookEvent } from '@finalring/client/webhooks';

/** Marks of Discord's Markdown in a title stay what they are. */
const plain = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()@<]/g, '\\$&');
const coins = (amount: number) => `${amount.toLocaleString('en')} GC`;

async function describeDraw(giveawayId: string, title: string, finalring: FinalRingClient): Promise<string> {
  const { data } = await finalring.GET('/api/v1/giveaways/{id}/draw', {
    params: { path: { id: giveawayId } },
  });
  const winners = data?.data.winners.length;
  return `🎁 **${plain(title)}** is drawn${winners ? `: ${winners} won` : ''}. Anyone can check the draw.`;
}

/** What the channel is told; undefined where it is none of its business (sales and payments are not). */
export async function toMessage(
  event: WebhookEvent,
  finalring: FinalRingClient,
): Promise<string | undefined> {
  switch (event.type) {
    case 'challenge.decided':
      if (event.data.status !== 'SUCCESS') return undefined;
      return `🏆 Somebody won **${plain(event.data.challenge)}** and ${coins(event.data.rewardGC)}.`;
    case 'challenge.overturned':
      return `⚖️ After a dispute a result of **${plain(event.data.challenge)}** counts as won.`;
    case 'giveaway.drawn':
      return describeDraw(event.data.giveawayId, event.data.title, finalring);
    case 'webhook.test':
      return '👋 FinalRing can reach this channel.';
    default:
      return undefined;
  }
}
