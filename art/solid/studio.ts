// SPDX-License-Identifier: Apache-2.0

/**
 * Photographs things, in a browser: many pictures of the same scene, each under one light of the lamp and one of the
 * sky, become one with soft shadows and smooth edges.
 */
import {
  AddEquation,
  BackSide,
  BoxGeometry,
  Color,
  CustomBlending,
  DirectionalLight,
  FloatType,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  NoBlending,
  OneFactor,
  PCFSoftShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  ShadowMaterial,
  type Texture,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { type Place, put, together } from './shapes.ts';
import { things, type Wish } from './things.ts';

export interface Shot {
  /** Of the picture, in pixels. */
  width: number;
  height: number;
  things: readonly (Place & Wish & { name: keyof typeof things })[];
  camera: {
    /** What it looks at. */
    target: readonly [x: number, y: number, z: number];
    distance: number;
    /** In degrees: how far around to the right, and how far above the ground. */
    around?: number;
    above: number;
  };
  /** How dark a shadow falls on the ground, 0 to 1. */
  shadow?: number;
  /** The rim's light, in hexadecimal. */
  rim?: string;
}

const exposures = 48;
const lamp = { direction: new Vector3(-0.5, 0.9, 0.75).normalize(), spread: 0.16, strength: 3 };

/** The points of a sequence that fills the unit square evenly. */
const even = (index: number): [number, number] => [
  (0.5 + index * 0.7548776662) % 1,
  (0.5 + index * 0.5698402909) % 1,
];

function onSphere([u, v]: [number, number]): Vector3 {
  const z = 1 - 2 * u;
  const radius = Math.sqrt(Math.max(0, 1 - z * z));
  return new Vector3(radius * Math.cos(2 * Math.PI * v), z, radius * Math.sin(2 * Math.PI * v));
}

/** The light of the sky from a direction: pale above, the rim's colour from behind, little from below. */
function sky(direction: Vector3, rim: Color): Color {
  const up = Math.max(0, direction.y);
  const behind = Math.max(0, -direction.z) * (0.4 + 0.6 * Math.max(0, direction.x));
  return new Color('#c9d2ff').multiplyScalar(0.16 + 0.75 * up).add(rim.clone().multiplyScalar(2.2 * behind));
}

/** What shiny things mirror: a dark room with bright panels. */
function makeRoom(renderer: WebGLRenderer, rim: Color): Texture {
  const room = new Scene();
  room.add(
    new Mesh(new BoxGeometry(20, 20, 20), new MeshBasicMaterial({ color: '#1b2140', side: BackSide })),
  );
  const panel = (color: Color, strength: number, size: [number, number], at: [number, number, number]) => {
    const material = new MeshBasicMaterial({ color: color.clone().multiplyScalar(strength) });
    const mesh = new Mesh(new PlaneGeometry(...size), material);
    mesh.position.set(...at);
    mesh.lookAt(0, 0, 0);
    room.add(mesh);
  };
  panel(new Color('#fff6e8'), 9, [7, 5], [-6, 7, 5]);
  panel(new Color('#dfe6ff'), 4, [4, 9], [-9, 1, 1]);
  panel(rim, 8, [4, 10], [9, 2, -3]);
  panel(rim, 4, [12, 2], [0, 4, -9.5]);
  panel(new Color('#fff'), 3, [8, 2], [1, 9.5, 0]);
  panel(new Color('#fff0dc'), 1.5, [9, 7], [-2, 2, 9.5]);
  panel(new Color('#ffc88a'), 1.6, [10, 4], [2, -6, 8]);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.02);
  generator.dispose();
  return texture;
}

const whole = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0., 1.); }';

/** Adds a share of a picture to what is there. */
const adding = (share: number, from: Texture) =>
  new ShaderMaterial({
    uniforms: { from: { value: from }, share: { value: share } },
    vertexShader: whole,
    fragmentShader:
      'varying vec2 at; uniform sampler2D from; uniform float share; void main() { gl_FragColor = min(texture2D(from, at), vec4(24.)) * share; }',
    blending: CustomBlending,
    blendEquation: AddEquation,
    blendSrc: OneFactor,
    blendDst: OneFactor,
    depthTest: false,
    depthWrite: false,
  });

/**
 * From light to what a screen shows: bright parts keep their hue, edges their share of what is behind, and shadows end
 * before the picture does.
 */
const developing = (from: Texture) =>
  new ShaderMaterial({
    uniforms: { from: { value: from } },
    vertexShader: whole,
    fragmentShader: `varying vec2 at; uniform sampler2D from;
      vec3 roll(vec3 light) {
        float peak = max(max(light.r, light.g), light.b);
        float shown = peak < .6 ? peak : .6 + .4 * (1. - exp(-(peak - .6) / .4));
        vec3 even = light * (shown / max(peak, 1e-5));
        return mix(even, vec3(shown), .55 * smoothstep(1., 5., peak));
      }
      void main() {
        vec2 edge = min(at, 1. - at);
        vec4 seen = texture2D(from, at) * smoothstep(0., .05, min(edge.x, edge.y));
        vec3 light = roll(seen.rgb / max(seen.a, 1e-4));
        vec3 shown = mix(light * 12.92, 1.055 * pow(light, vec3(1. / 2.4)) - .055, step(.0031308, light));
        gl_FragColor = vec4(shown * seen.a, seen.a);
      }`,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });

function makeLight(scene: Scene, reach: number): DirectionalLight {
  const light = new DirectionalLight();
  light.castShadow = true;
  light.shadow.mapSize.set(1024, 1024);
  Object.assign(light.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 1,
    far: 80,
  });
  light.shadow.normalBias = 0.025;
  light.shadow.radius = 2;
  scene.add(light, light.target);
  return light;
}

/** The things on their ground, in the light of the room. */
function build({ things: wishes, shadow = 0.6 }: Shot, environment: Texture): Scene {
  const scene = new Scene();
  scene.environment = environment;
  scene.environmentIntensity = 0.65;
  for (const { name, at, turn, scale, ...wish } of wishes) {
    const place = { ...(at && { at }), ...(turn && { turn }), ...(scale && { scale }) };
    scene.add(put(together(things[name](wish)), place));
  }
  if (shadow > 0) {
    const ground = new Mesh(new PlaneGeometry(200, 200), new ShadowMaterial({ opacity: shadow }));
    ground.rotation.x = -Math.PI / 2;
    ground.receiveShadow = true;
    scene.add(ground);
  }
  return scene;
}

function placeCamera({ width, height, camera: { target, distance, around = 0, above } }: Shot) {
  const camera = new PerspectiveCamera(24, width / height, 0.5, 200);
  const [side, up] = [MathUtils.degToRad(around), MathUtils.degToRad(above)];
  camera.position
    .set(Math.sin(side) * Math.cos(up), Math.sin(up), Math.cos(side) * Math.cos(up))
    .multiplyScalar(distance)
    .add(new Vector3(...target));
  camera.lookAt(...target);
  return camera;
}

/** @returns what turns the two lights to where they stand for an exposure */
function light(scene: Scene, { camera }: Shot, rim: Color): (index: number) => void {
  const target = new Vector3(...camera.target);
  const [key, fill] = [makeLight(scene, camera.distance * 0.34), makeLight(scene, camera.distance * 0.34)];
  key.target.position.copy(target);
  fill.target.position.copy(target);
  key.intensity = lamp.strength;
  key.color.set('#fff3e0');
  fill.intensity = 2.1;
  return (index) => {
    const direction = onSphere(even(index));
    fill.color.copy(sky(direction, rim));
    fill.position.copy(target).addScaledVector(direction, 30);
    const jitter = onSphere(even(index + 31)).multiplyScalar(lamp.spread);
    key.position.copy(target).addScaledVector(lamp.direction.clone().add(jitter).normalize(), 30);
  };
}

/** @returns the picture as a data address, with nothing behind the things */
export function photograph(shot: Shot): string {
  const { width, height } = shot;
  const renderer = new WebGLRenderer({ alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(width, height, false);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFSoftShadowMap;
  renderer.setClearColor(0, 0);
  renderer.autoClear = false;
  const rim = new Color(shot.rim ?? '#8a68ff');
  const scene = build(shot, makeRoom(renderer, rim));
  const camera = placeCamera(shot);
  const turnTo = light(scene, shot, rim);
  const one = new WebGLRenderTarget(width, height, { type: FloatType });
  const sum = new WebGLRenderTarget(width, height, { type: FloatType, depthBuffer: false });
  const add = new FullScreenQuad(adding(1 / exposures, one.texture));
  renderer.setRenderTarget(sum);
  renderer.clear();
  for (let index = 0; index < exposures; index++) {
    turnTo(index);
    const [x, y] = even(index + 7);
    camera.setViewOffset(width, height, x - 0.5, y - 0.5, width, height);
    renderer.setRenderTarget(one);
    renderer.clear();
    renderer.render(scene, camera);
    renderer.setRenderTarget(sum);
    add.render(renderer);
  }
  renderer.setRenderTarget(null);
  renderer.clear();
  new FullScreenQuad(developing(sum.texture)).render(renderer);
  const address = renderer.domElement.toDataURL('image/png');
  renderer.dispose();
  renderer.forceContextLoss();
  return address;
}
