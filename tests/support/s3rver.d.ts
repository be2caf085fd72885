// SPDX-License-Identifier: Apache-2.0

declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** A local service that speaks S3. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: readonly { name: string }[];
      key?: string;
      cert?: string;
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
