// SPDX-License-Identifier: Apache-2.0

/** What bodies are made of. */
import { MeshPhysicalMaterial } from 'three';

export const painted = (color: string, more: object = {}): MeshPhysicalMaterial =>
  new MeshPhysicalMaterial({ color, roughness: 0.42, clearcoat: 0.5, clearcoatRoughness: 0.3, ...more });
export const metal = (color: string, roughness = 0.3): MeshPhysicalMaterial =>
  new MeshPhysicalMaterial({ color, metalness: 1, roughness, envMapIntensity: 2 });
/** Bright where a mirror of a dark room would be dark. */
export const gold = (color: string): MeshPhysicalMaterial =>
  new MeshPhysicalMaterial({
    color,
    metalness: 0.7,
    roughness: 0.32,
    envMapIntensity: 2,
    emissive: color,
    emissiveIntensity: 0.12,
  });
export const glowing = (color: string, intensity = 1.5): MeshPhysicalMaterial =>
  new MeshPhysicalMaterial({ color, emissive: color, emissiveIntensity: intensity, roughness: 0.5 });
