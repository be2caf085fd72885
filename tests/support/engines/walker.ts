// SPDX-License-Identifier: Apache-2.0

export interface Part {
  /** `field`: an input, a text area or a list of the browser's own, found by its label. */
  role: 'button' | 'link' | 'radio' | 'checkbox' | 'field';
  /** Its accessible name, or a pattern for it. */
  name: string | RegExp;
  /** The first element with this role and text contains it. */
  within?: { role: 'listitem' | 'row' | 'dialog'; text: string };
}

/** A person in front of a browser. Everything waits until it is possible. */
export interface Walker {
  open(address: string): Promise<void>;
  press(part: Part): Promise<void>;
  /** Replaces the content of the field. */
  fill(label: string | RegExp, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  expectPart(part: Part): Promise<void>;
  expectText(text: string | RegExp): Promise<void>;
  expectPath(path: string): Promise<void>;
  /** Acts in the frame with this title. */
  inFrame(title: string, act: (frame: Walker) => Promise<void>): Promise<void>;
}

export interface Tab {
  walker: Walker;
  takePicture(): Promise<Buffer>;
  /** Ends everything that the browser kept. @returns errors in its console, if it tells them */
  close(): Promise<string[]>;
}

export interface Engine {
  /** A window of a browser that knows nothing about the app. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}
