import { balloon } from "./balloon.ts";
import { bird } from "./bird.ts";
import { boat } from "./boat.ts";
import { bridge } from "./bridge.ts";
import { butterfly } from "./butterfly.ts";
import { cactus } from "./cactus.ts";
import { campfire } from "./campfire.ts";
import { car } from "./car.ts";
import { castle } from "./castle.ts";
import { cat } from "./cat.ts";
import { church } from "./church.ts";
import { dog } from "./dog.ts";
import { fence } from "./fence.ts";
import { fish } from "./fish.ts";
import { flower, sunflower, tulip } from "./flower.ts";
import { fox } from "./fox.ts";
import { heart } from "./heart.ts";
import { horse } from "./horse.ts";
import { house } from "./house.ts";
import { island } from "./island.ts";
import { lighthouse } from "./lighthouse.ts";
import { mushroom } from "./mushroom.ts";
import { owl } from "./owl.ts";
import { palm } from "./palm.ts";
import { person } from "./person.ts";
import { pine } from "./pine.ts";
import { planet } from "./planet.ts";
import { rabbit } from "./rabbit.ts";
import { robot } from "./robot.ts";
import { rocket } from "./rocket.ts";
import { sheep } from "./sheep.ts";
import { snowman } from "./snowman.ts";
import type { Subject } from "./subject.ts";
import { tent } from "./tent.ts";
import { blossom, tree } from "./tree.ts";
import { volcano } from "./volcano.ts";
import { waterfall } from "./waterfall.ts";
import { whale } from "./whale.ts";
import { windmill } from "./windmill.ts";

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
