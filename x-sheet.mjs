import sharp from "sharp";
const D="/tmp/wt-page/.impresario/screenshots/";
const sheet=async(out,names,h=844,y=0)=>{
  const parts=[];let x=0;
  for(const n of names){const [f,top=0]=n.split("@");const m=await sharp(D+f+".png").metadata();
    const hh=Math.min(h,m.height-Number(top));
    const b=await sharp(D+f+".png").extract({left:0,top:Number(top),width:m.width,height:hh}).toBuffer();parts.push({input:b,left:x,top:0});x+=m.width+12;}
  await sharp({create:{width:x,height:h,channels:3,background:"#f0f"}}).composite(parts).png().toFile("/tmp/pg/"+out+".png");
};
const s=process.argv.slice(2);await sheet(s[0],s.slice(2),Number(s[1]));
