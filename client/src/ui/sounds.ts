// Short synthesised sounds, so that no audio files have to be loaded.
import type { Sound } from "../scene/sound-cues"

let context: AudioContext | null = null

/** Plays sounds one after the other; a browser that blocks audio stays silent. */
export function playSounds(list: readonly Sound[]): void {
  if (list.length === 0) return
  context ??= new AudioContext()
  void context.resume()
  list.forEach((sound, n) => synthesisers[sound](context as AudioContext, (context?.currentTime ?? 0) + 0.02 + 0.16 * n))
}

const synthesisers: Record<Sound, (to: AudioContext, at: number) => void> = {
  place: (to, at) => {
    noise(to, at, 0.05, 900)
    tone(to, at, 190, 0.09, 0.22)
  },
  capture: (to, at) => {
    tone(to, at, 240, 0.12, 0.2)
    tone(to, at + 0.07, 160, 0.18, 0.22)
  },
  dice: (to, at) => [0, 0.05, 0.09, 0.16].forEach((delay) => noise(to, at + delay, 0.035, 2400)),
  flip: (to, at) => {
    noise(to, at, 0.03, 3200)
    tone(to, at + 0.04, 330, 0.08, 0.12)
  },
  score: (to, at) => {
    tone(to, at, 659, 0.12, 0.1)
    tone(to, at + 0.09, 880, 0.22, 0.1)
  },
  turn: (to, at) => {
    tone(to, at, 587, 0.14, 0.1)
    tone(to, at + 0.11, 784, 0.2, 0.1)
  },
  win: (to, at) => [523, 659, 784, 1047].forEach((pitch, n) => tone(to, at + 0.12 * n, pitch, 0.3, 0.12)),
}

function fadeOut(to: AudioContext, at: number, duration: number, volume: number): GainNode {
  const gain = to.createGain()
  gain.gain.setValueAtTime(volume, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + duration)
  gain.connect(to.destination)
  return gain
}

function tone(to: AudioContext, at: number, pitch: number, duration: number, volume: number): void {
  const oscillator = to.createOscillator()
  oscillator.type = "triangle"
  oscillator.frequency.value = pitch
  oscillator.connect(fadeOut(to, at, duration, volume))
  oscillator.start(at)
  oscillator.stop(at + duration)
}

function noise(to: AudioContext, at: number, duration: number, pitch: number): void {
  const buffer = to.createBuffer(1, Math.ceil(duration * to.sampleRate), to.sampleRate)
  const data = buffer.getChannelData(0)
  for (let n = 0; n < data.length; n++) data[n] = 2 * Math.random() - 1
  const source = to.createBufferSource()
  source.buffer = buffer
  const filter = to.createBiquadFilter()
  filter.type = "bandpass"
  filter.frequency.value = pitch
  source.connect(filter).connect(fadeOut(to, at, duration, 0.3))
  source.start(at)
}
