import { balloon } from "./subjects/balloon.ts";
import { bird } from "./subjects/bird.ts";
import { boat } from "./subjects/boat.ts";
import { bridge } from "./subjects/bridge.ts";
import { butterfly } from "./subjects/butterfly.ts";
import { cactus } from "./subjects/cactus.ts";
import { campfire } from "./subjects/campfire.ts";
import { car } from "./subjects/car.ts";
import { castle } from "./subjects/castle.ts";
import { cat } from "./subjects/cat.ts";
import { church } from "./subjects/church.ts";
import { dog } from "./subjects/dog.ts";
import { fence } from "./subjects/fence.ts";
import { fish } from "./subjects/fish.ts";
import { flower, sunflower, tulip } from "./subjects/flower.ts";
import { fox } from "./subjects/fox.ts";
import { heart } from "./subjects/heart.ts";
import { horse } from "./subjects/horse.ts";
import { house } from "./subjects/house.ts";
import { island } from "./subjects/island.ts";
import { lighthouse } from "./subjects/lighthouse.ts";
import { mushroom } from "./subjects/mushroom.ts";
import { owl } from "./subjects/owl.ts";
import { palm } from "./subjects/palm.ts";
import { person } from "./subjects/person.ts";
import { pine } from "./subjects/pine.ts";
import { planet } from "./subjects/planet.ts";
import { rabbit } from "./subjects/rabbit.ts";
import { robot } from "./subjects/robot.ts";
import { rocket } from "./subjects/rocket.ts";
import { sheep } from "./subjects/sheep.ts";
import { snowman } from "./subjects/snowman.ts";
import type { Subject } from "./subjects/subject.ts";
import { tent } from "./subjects/tent.ts";
import { blossom, tree } from "./subjects/tree.ts";
import { volcano } from "./subjects/volcano.ts";
import { waterfall } from "./subjects/waterfall.ts";
import { whale } from "./subjects/whale.ts";
import { windmill } from "./subjects/windmill.ts";

/** What is drawn as a shape of its own, by its name. */
export const subjects: Readonly<Record<string, Subject>> = {
  ...{
    balloon,
    bird,
    blossom,
    boat,
    bridge,
    butterfly,
    cactus,
    campfire,
    car,
    castle,
    cat,
    church,
  },
  ...{
    dog,
    fence,
    fish,
    flower,
    fox,
    heart,
    horse,
    house,
    island,
    lighthouse,
    mushroom,
    owl,
    palm,
  },
  ...{ person, pine, planet, rabbit, robot, rocket, sheep, snowman, sunflower, tent, tree, tulip },
  ...{ volcano, waterfall, whale, windmill },
};
