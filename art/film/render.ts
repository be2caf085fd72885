// SPDX-License-Identifier: Apache-2.0

/** Renders the film of the home page: WebM (AV1, Opus), MP4 (H.264, AAC), and its first frame as poster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { savePicture } from '../pictures.ts';
import { createFrameDrawer, toEightBits } from './frames.ts';
import { composeSound, sampleRate } from './sound.ts';
import { film } from './timeline.ts';

const largestBytes = 1_500_000;

function ffmpeg(args: readonly string[]) {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] });
  const done = new Promise<void>((resolve, reject) => {
    child.on('error', () => reject(new Error('ffmpeg is needed to render the film: install it.')));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });
  return { input: child.stdin, done };
}

async function renderFrames(to: string): Promise<void> {
  const { width, height, framesPerSecond, frames } = film;
  const { input, done } = ffmpeg([
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb48le', '-s', `${width}x${height}`, '-r', String(framesPerSecond)],
    ...['-i', '-', '-c:v', 'ffv1', '-pix_fmt', 'gbrp16le', to],
  ]);
  const drawer = createFrameDrawer(film);
  for (let frame = 0; frame < frames; frame++) {
    const picture = await drawer.draw(frame / frames);
    // A copy: the drawer draws the next frame into the same memory.
    if (!input.write(Buffer.from(picture.buffer.slice(0)))) await once(input, 'drain');
  }
  input.end();
  await done;
}

const colours = [
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
];
const inColours = (format: string) => ['-vf', `scale=out_color_matrix=bt709:out_range=tv,format=${format}`];

const encodings = [
  {
    name: 'closing-ring.webm',
    // Ten bits: dark gradients in eight show bands.
    video: ['-c:v', 'libsvtav1', '-preset', '3', '-crf', '43', '-g', '288', ...inColours('yuv420p10le')],
    audio: ['-c:a', 'libopus', '-b:a', '48k'],
  },
  {
    name: 'closing-ring.mp4',
    video: [
      ...['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '28', '-tune', 'animation', '-g', '288'],
      ...[...inColours('yuv420p'), '-movflags', '+faststart'],
    ],
    audio: ['-c:a', 'aac', '-b:a', '56k'],
  },
];

export async function renderFilm(folder: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'finalring-film-'));
  mkdirSync(folder, { recursive: true });
  try {
    const frames = join(scratch, 'frames.mkv');
    const sound = join(scratch, 'sound.f32');
    await renderFrames(frames);
    writeFileSync(sound, new Uint8Array(composeSound().buffer));
    for (const { name, video, audio } of encodings) {
      const file = join(folder, name);
      await ffmpeg([
        ...['-i', frames, '-f', 'f32le', '-ar', String(sampleRate), '-ac', '2', '-i', sound],
        ...[...video, ...colours, ...audio, '-map_metadata', '-1', '-fflags', '+bitexact', file],
      ]).done;
      const { size } = statSync(file);
      console.log(`${name}: ${Math.round(size / 1000)} kB`);
      if (size > largestBytes) throw new Error(`${name} is larger than ${largestBytes} bytes`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The first frame, so that the film can begin in its place unseen; a square part of it for narrow windows. */
export async function renderPosters(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const size = { width: 1920, height: 1080 };
  const frame = toEightBits(await createFrameDrawer(size).draw(0));
  const wide = sharp(frame, { raw: { ...size, channels: 3 } });
  for (const width of [1280, 1920]) {
    await savePicture(wide.clone().resize(width), join(folder, `poster-${width}`), { avif: 44, webp: 66 });
  }
  const square = wide.clone().extract({ left: 813, top: 0, width: 1080, height: 1080 });
  await savePicture(square.resize(780), join(folder, 'poster-square'), { avif: 44, webp: 66 });
}
