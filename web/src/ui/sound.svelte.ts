/** The club's sounds, as loud as the settings say. */
import { createSounds, type Sound } from '../device/sounds';
import { settings } from './settings.svelte';

const sounds = createSounds();
$effect.root(() => {
  $effect(() => sounds.mute(!settings.sounds));
});

export const play = (sound: Sound): void => sounds.play(sound);
