// SPDX-License-Identifier: Apache-2.0

import { AsyncResource } from 'node:async_hooks';

export interface AdmissionOptions {
  /** How many calls may be processed at the same time. More would not finish sooner; each would only take longer. */
  readonly maxInside: number;
  /** How long a call may wait for its turn before it is refused, in ms. */
  maxWaitMs: number;
}

/** One call's place, in the queue or inside. */
export interface Turn {
  /** Calls `next` at this call's turn, usually immediately; with `false` if it waited too long. */
  take(next: (isAdmitted: boolean) => void): void;
  /** Gives the turn back while the call waits for an outside service; it may `take` another, or `resume`. */
  giveBack(): void;
  /** Takes the turn back without queueing: half-finished work must not be refused. */
  resume(): void;
  /**
   * Frees the place permanently, also for a client that disconnected while waiting. Afterwards the turn does nothing.
   */
  leave(): void;
}

export interface Admission {
  newTurn(): Turn;
  /** Calls being processed now. */
  readonly inside: number;
  /** Calls waiting now. */
  readonly waiting: number;
  /** Calls refused since the start. */
  readonly refused: number;
}

/**
 * Limits the queue by time instead of a number of calls. The number that fits into `maxWaitMs` follows from the speed
 * of processing, and nobody has to estimate it. Calls are admitted in order of arrival, and refused after `maxWaitMs`.
 * So clients that retry immediately each get a few answers per second, and refusals cost next to nothing
 * (docs/decisions/0021-overload.md).
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { maxWaitMs } = options;
  // In order of arrival, which is also the order of deadlines: one timer, for the first, is enough.
  const queue = new Set<QueuedTurn>();
  let timer: NodeJS.Timeout | undefined;
  let inside = 0;
  let refused = 0;

  let isAdmitting = false;

  /**
   * A call that ends immediately frees its place within `enter`. The loop admits the next; recursion would nest calls.
   */
  function admitWaiting(): void {
    if (isAdmitting) return;
    isAdmitting = true;
    try {
      for (const turn of queue) {
        if (inside >= options.maxInside) return;
        queue.delete(turn);
        turn.enter();
      }
    } finally {
      isAdmitting = false;
    }
  }

  function watchFirst(): void {
    if (timer) return;
    const [first] = queue;
    if (!first) return;
    timer = setTimeout(
      () => {
        // After the whole process was blocked, answers that arrived in the meantime are still unread. They may free
        // places, and no call should be refused because of our own pause.
        setImmediate(() => {
          timer = undefined;
          refuseLate();
          watchFirst();
        });
      },
      Math.max(0, first.deadline - performance.now()),
    );
    timer.unref();
  }

  function refuseLate(): void {
    const now = performance.now();
    for (const turn of queue) {
      if (turn.deadline > now) return;
      queue.delete(turn);
      refused++;
      turn.refuse();
    }
  }

  class QueuedTurn implements Turn {
    deadline = 0;
    #state: 'outside' | 'waiting' | 'inside' | 'left' = 'outside';
    #next: ((isAdmitted: boolean) => void) | undefined;

    take(next: (isAdmitted: boolean) => void): void {
      if (this.#state !== 'outside') throw new Error('a turn can only be taken from outside');
      if (inside < options.maxInside) {
        this.#next = next;
        this.enter();
      } else {
        // Another call frees the place and runs this, but it must not continue in that call's context.
        this.#next = AsyncResource.bind(next);
        this.#wait();
      }
    }

    #wait(): void {
      this.#state = 'waiting';
      this.deadline = performance.now() + maxWaitMs;
      queue.add(this);
      watchFirst();
    }

    enter(): void {
      inside++;
      this.#state = 'inside';
      this.#settle(true);
    }

    refuse(): void {
      this.#state = 'outside';
      this.#settle(false);
    }

    #settle(isAdmitted: boolean): void {
      const next = this.#next;
      this.#next = undefined;
      next?.(isAdmitted);
    }

    giveBack(): void {
      if (this.#state === 'inside') this.#makeRoom('outside');
    }

    leave(): void {
      if (this.#state === 'inside') this.#makeRoom('left');
      else queue.delete(this);
      this.#state = 'left';
    }

    #makeRoom(state: 'outside' | 'left'): void {
      this.#state = state;
      inside--;
      if (queue.size > 0) admitWaiting();
    }

    resume(): void {
      if (this.#state !== 'outside') return;
      this.#state = 'inside';
      inside++;
    }
  }

  return {
    newTurn: () => new QueuedTurn(),
    get inside() {
      return inside;
    },
    get waiting() {
      return queue.size;
    },
    get refused() {
      return refused;
    },
  };
}
