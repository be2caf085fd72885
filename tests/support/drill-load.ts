import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { insertGiftCard } from '../../server/features/shop/gift-cards/gift-card-store.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { createPlayer } from './factories.ts';

export interface DrillLoad {
  /** Answers that no outage explains. */
  readonly strange: readonly string[];
  /** Orders that were answered as bought, by the key that they were asked with. */
  readonly bought: ReadonlyMap<string, string>;
  readonly answered: number;
  readonly unavailable: number;
  /** One signed-in call; whether it was served. */
  isServing(url: string): Promise<boolean>;
  stop(): Promise<void>;
}

const callMs = 10_000;
const pauseMs = 20;

async function signIn(db: Database): Promise<string> {
  const { id } = await createPlayer(db, { gamerCoins: 10_000_000 });
  const token = randomBytes(32).toString('base64url');
  await db.run(sql`
    insert into sessions (token_hash, player_id, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${id}, now() + interval '1 day')`);
  return token;
}

/** Players who look at their profile and buy without end; each purchase is asked for until it is answered. */
export async function startLoad(db: Database, urls: readonly string[], players: number): Promise<DrillLoad> {
  const card = { title: 'Drill card', description: 'Bought in drills', type: 'psn', gcCoin: 100, image: '' };
  const sale = { isActive: true, isFulfilledByHand: true, promiseHours: 24, at: new Date() };
  const giftCardId = await db.transaction((tx) => insertGiftCard(tx, { ...card, ...sale }));
  const strange: string[] = [];
  const bought = new Map<string, string>();
  let answered = 0;
  let unavailable = 0;
  let isOver = false;

  async function call(url: string, token: string, path: string, body?: { key: string; payload: unknown }) {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': body.key }),
      },
      ...(body && { body: JSON.stringify(body.payload) }),
      signal: AbortSignal.timeout(callMs),
    });
    return { status: answer.status, json: (await answer.json()) as { data?: { _id?: string } } };
  }

  /** What was answered, other than that the service is not available; faults of calls are kept. */
  async function ask(...given: Parameters<typeof call>) {
    try {
      const answer = await call(...given);
      if (answer.status === 503) {
        unavailable++;
        return undefined;
      }
      answered++;
      if (answer.status === 200) return answer;
      strange.push(`${given[2]} answered ${answer.status}: ${JSON.stringify(answer.json).slice(0, 200)}`);
    } catch (error) {
      strange.push(`${given[2]}: ${error}`);
    }
    return undefined;
  }

  async function play(player: number): Promise<void> {
    const token = await signIn(db);
    for (let number = 0; !isOver; number++) {
      const url = urls[(player + number) % urls.length] as string;
      await ask(url, token, '/auth/get-profile');
      const key = randomUUID();
      const payload = { items: [{ giftCardId, quantity: 1, gcCoin: card.gcCoin }] };
      for (let attempt = 0; !isOver; attempt++) {
        const other = urls[(player + number + attempt) % urls.length] as string;
        const answer = await ask(other, token, '/cart/checkout', { key, payload });
        if (answer) bought.set(key, answer.json.data?._id ?? '');
        await delay(pauseMs);
        if (answer) break;
      }
    }
  }

  const prober = await signIn(db);
  const playing = Promise.all(Array.from({ length: players }, (_, player) => play(player)));
  return {
    strange,
    bought,
    get answered() {
      return answered;
    },
    get unavailable() {
      return unavailable;
    },
    isServing: (url) =>
      call(url, prober, '/auth/get-profile').then(
        ({ status }) => status === 200,
        () => false,
      ),
    async stop() {
      isOver = true;
      await playing;
    },
  };
}
